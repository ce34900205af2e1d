/**
 * The three parts of undici that are used, loaded one by one: the whole package, with its own fetch, WebSocket, mock and
 * cache, costs every thread 165 ms of processor time instead of 38 (see kit/require.ts).
 */
import { requirePackage } from '../kit/require.js';

type Undici = typeof import('undici');

const part = (name: string): unknown => requirePackage(`undici/lib/dispatcher/${name}.js`);

export const Agent = part('agent') as Undici['Agent'];
export const Pool = part('pool') as Undici['Pool'];
export const Client = part('client') as Undici['Client'];

/** A test authority and certificates of every kind of wrongness, made anew for each test run. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { temporaryFolder } from './tiny.js';

export interface Pair {
  readonly key: string;
  readonly cert: string;
}

export interface Certificates {
  readonly caFile: string;
  /** Host name → what it shows. */
  readonly of: Readonly<Record<string, Pair>>;
}

const DAY_MS = 86_400_000;
const EC = { keyType: 'ec', algorithm: 'sha256' } as const;
const day = (days: number): Date => new Date(Date.now() + days * DAY_MS);

async function authority(name: string): Promise<Pair> {
  const made = await generate([{ name: 'commonName', value: name }], {
    ...EC,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  return { key: made.private, cert: made.cert };
}

async function certificate(name: string, ca: Pair | undefined, from: Date, to: Date): Promise<Pair> {
  const made = await generate([{ name: 'commonName', value: name }], {
    ...EC,
    notBeforeDate: from,
    notAfterDate: to,
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [name === '127.0.0.1' ? { type: 7, ip: name } : { type: 2, value: name }],
      },
    ],
    ...(ca !== undefined && { ca }),
  });
  return { key: made.private, cert: made.cert };
}

export async function makeCertificates(): Promise<Certificates> {
  const ca = await authority('test authority');
  const stranger = await authority('nobody knows it');
  const caFile = join(temporaryFolder(), 'ca.pem');
  writeFileSync(caFile, ca.cert);
  const good = (name: string): Promise<Pair> => certificate(name, ca, day(-1), day(30));
  return {
    caFile,
    of: {
      'good.test': await good('good.test'),
      'other.test': await good('other.test'),
      '127.0.0.1': await good('127.0.0.1'),
      'old.test': await certificate('old.test', ca, day(-30), day(-1)),
      'early.test': await certificate('early.test', ca, day(1), day(30)),
      'wrong.test': await good('somebody-else.test'),
      'self.test': await certificate('self.test', undefined, day(-1), day(30)),
      'stranger.test': await certificate('stranger.test', stranger, day(-1), day(30)),
    },
  };
}

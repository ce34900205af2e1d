/** A thread that reads a stored web through its handle: started by a test, not a test itself. */
import { parentPort, workerData } from 'node:worker_threads';
import { type StoredWebHandle, StoredWebReader } from '../../../src/archive/stored-web.js';

const { handle, url } = workerData as { handle: StoredWebHandle; url: readonly string[] };
const reader = StoredWebReader.attach(handle);
parentPort?.postMessage(url.map(address => reader.get(address)?.body));

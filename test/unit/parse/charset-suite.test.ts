/**
 * charset.open: real and test documents with their true charset. What is compared is the decoded text. Documents that
 * are valid UTF-8 or that decode strictly by their `truth_by` must be right to 99 %; the rest stands beside chardet.
 */
import assert from 'node:assert/strict';
import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { gunzipSync } from 'node:zlib';
import { detect } from 'chardet';
import { decode } from '../../../src/parse/charset.js';
import { decodeAs } from '../../../src/parse/decoder.js';
import { nameOfLabel } from '../../../src/parse/label.js';
import { sharedPath } from '../../shared.js';

interface Judged {
  readonly id: string;
  readonly truth: string;
  readonly truth_by: string;
  readonly b64: string;
}

const TRUTH: Readonly<Record<string, string>> = { 'utf-8-sig': 'utf-8', 'UTF-16': 'utf-16' };

function textIn(label: string | null, body: Buffer): string | undefined {
  const name = nameOfLabel(TRUTH[label ?? ''] ?? label ?? '');
  if (name === undefined) return undefined;
  const isBig = name === 'utf-16le' && body[0] === 0xfe;
  return decodeAs(isBig ? 'utf-16be' : name, body).replace(/^\ufeff/, '');
}

test('documents of charset.open are decoded as their truth says, and oftener than chardet does', t => {
  const path = sharedPath('suites/charset.open.jsonl.gz');
  if (path === undefined) return t.skip('skipped: ../shared/suites/charset.open.jsonl.gz is not there');
  const lines = gunzipSync(readFileSync(path)).toString('utf8').trim().split('\n');
  const score = { strict: [0, 0, 0], rest: [0, 0, 0] };
  const missed: string[] = [];
  for (const document of lines.map(line => JSON.parse(line) as Judged)) {
    const body = Buffer.from(document.b64, 'base64');
    const truth = textIn(document.truth, body);
    const kind = isUtf8(body) || document.truth_by.includes('strictly') ? 'strict' : 'rest';
    const isRight = truth !== undefined && decode(body, undefined).text === truth;
    const isChardetRight = truth !== undefined && textIn(detect(body), body) === truth;
    const tally = score[kind];
    tally[0] = (tally[0] as number) + Number(isRight);
    tally[1] = (tally[1] as number) + Number(isChardetRight);
    tally[2] = (tally[2] as number) + 1;
    if (!isRight) missed.push(`${document.id} (${document.truth})`);
  }
  const [strict, , strictAll] = score.strict as [number, number, number];
  const [rest, chardet, restAll] = score.rest as [number, number, number];
  t.diagnostic(`valid UTF-8 or strict: ${strict} of ${strictAll} (chardet ${score.strict[1]})`);
  t.diagnostic(`the rest: ${rest} of ${restAll} (chardet ${chardet}); missed: ${missed.join(', ')}`);
  assert.ok(strict / strictAll >= 0.99);
  assert.ok(rest >= chardet);
});

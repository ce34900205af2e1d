// The door for outside judges: JSON lines in, one answer line for each, in order. It calls the product's rooms and adds
// nothing. A kind is a line of the table; its module is loaded when the kind is first asked for.
import { createInterface } from 'node:readline';

const built = name => import(new URL(`../dist/src/${name}.js`, import.meta.url).href);

const KINDS = {
  async url({ href, base }) {
    const { canonical } = await built('url/canonical');
    return { url: canonical(href, base ?? undefined) ?? null };
  },
};

async function answer(line) {
  try {
    const question = JSON.parse(line);
    if (!Object.hasOwn(KINDS, question?.kind)) throw new Error(`No kind is called ${question?.kind}.`);
    return await KINDS[question.kind](question);
  } catch (error) {
    return { error: error.message };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const text = `${JSON.stringify(await answer(line))}\n`;
  if (!process.stdout.write(text)) await new Promise(resolve => process.stdout.once('drain', resolve));
}

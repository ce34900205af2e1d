/**
 * Who asks not to be used for machine learning? Recorded for whoever reads the log; it decides nothing about fetching.
 * Three forms are known: a group that closes the whole site to an agent of a known model maker, a signal line
 * (`Content-Signal: ai-train=no`, `Content-Usage: train-ai=n`), and the line `DisallowAITraining`.
 */

const AGENTS = [
  'AI2Bot',
  'Amazonbot',
  'anthropic-ai',
  'Applebot-Extended',
  'Bytespider',
  'CCBot',
  'ChatGPT-User',
  'Claude-Web',
  'ClaudeBot',
  'cohere-ai',
  'Diffbot',
  'FacebookBot',
  'Google-Extended',
  'GPTBot',
  'img2dataset',
  'ImagesiftBot',
  'Meta-ExternalAgent',
  'OAI-SearchBot',
  'omgili',
  'Omgilibot',
  'PanguBot',
  'PerplexityBot',
  'Timpibot',
  'Webzio-Extended',
  'YouBot',
];

const bySpelling = new Map(AGENTS.map(name => [name.toLowerCase(), name]));

/** The usual spelling of a known agent's token, or undefined. `token` is in lower case. */
export const modelAgent = (token: string): string | undefined => bySpelling.get(token);

const REFUSAL =
  /(?:^|[\s,;])((?:ai-train|ai-input|train-ai|genai|train-genai|bots)\s*=\s*(?:no?))(?=$|[\s,;])/gi;

/** The refusals of a signal line, as `ai-train=no`. */
export function refusalsIn(value: string): string[] {
  const found = value.slice(0, 500).matchAll(REFUSAL);
  return Array.from(found, each => (each[1] as string).replace(/\s+/g, '').toLowerCase());
}

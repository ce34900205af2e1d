/** Does nodejieba load? It is native, and wanted only with --segmenter nodejieba; its dictionary (250 MB) is left alone. */
import { requirePackage } from '../kit/require.js';
import type { Checked } from './doctor.js';

export function nodejieba(): Checked {
  const name = 'nodejieba';
  try {
    requirePackage(name);
    return { name, verdict: 'good', found: 'loads', advice: '' };
  } catch (error) {
    const advice = 'Needed for --segmenter nodejieba only: run npm rebuild nodejieba.';
    return { name, verdict: 'poor', found: (error as Error).message, advice };
  }
}

import { readConfig } from '#platform/config/config.ts';
import { makeContext } from './process-context.ts';
import type { ProcessContext } from './process-context.ts';
import { isForPeople, whyItEnded } from './why-it-ended.ts';

/**
 * Runs what somebody does at the terminal, in a context that is closed afterwards. What they can put right is a sentence,
 * of the setting or of the database, and the end with code 1; what nobody expected keeps its stack.
 */
export async function runOnce(name: string, work: (context: ProcessContext) => Promise<void>): Promise<void> {
  try {
    const context = await makeContext(readConfig(process.env), name);
    try {
      await work(context);
    } finally {
      await context.database.close();
    }
  } catch (error) {
    console.error(isForPeople(error) ? whyItEnded(error) : error);
    process.exitCode = 1;
  }
}

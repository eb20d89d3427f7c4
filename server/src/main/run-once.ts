import { readConfig } from '#platform/config/config.ts';
import { makeHouse } from './house.ts';
import type { MainHouse } from './house.ts';
import { isForPeople, whyItEnded } from './why-it-ended.ts';

/**
 * Runs what somebody does at the terminal, in a house that is closed afterwards. What they can put right is a sentence,
 * of the setting or of the database, and the end with code 1; what nobody expected keeps its stack.
 */
export async function runOnce(name: string, work: (house: MainHouse) => Promise<void>): Promise<void> {
  try {
    const house = await makeHouse(readConfig(process.env), name);
    try {
      await work(house);
    } finally {
      await house.database.close();
    }
  } catch (error) {
    console.error(isForPeople(error) ? whyItEnded(error) : error);
    process.exitCode = 1;
  }
}

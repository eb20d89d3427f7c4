import { readConfig } from '#platform/config/config.ts';
import { makeHouse } from './house.ts';
import { runWorker } from './run-worker.ts';
import { untilStopped } from './until-stopped.ts';

const house = await makeHouse(readConfig(process.env), 'worker');
const worker = await runWorker(house);
untilStopped(house.log, [worker.stop, house.database.close]);

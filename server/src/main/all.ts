import { readConfig } from '#platform/config/config.ts';
import { makeHouse } from './house.ts';
import { runApi } from './run-api.ts';
import { runWorker } from './run-worker.ts';
import { untilStopped } from './until-stopped.ts';

const house = await makeHouse(readConfig(process.env), 'escuta');
const api = await runApi(house);
const worker = await runWorker(house);
untilStopped(house.log, [api.stop, worker.stop, house.database.close]);

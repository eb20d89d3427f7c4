import { readConfig } from '#platform/config/config.ts';
import { makeHouse } from './house.ts';
import { runApi } from './run-api.ts';
import { untilStopped } from './until-stopped.ts';

const house = await makeHouse(readConfig(process.env), 'api');
const api = await runApi(house);
untilStopped(house.log, [api.stop, house.database.close]);

import { makeHouse } from '../../server/src/main/house.ts';
import { makeHttp } from '../../server/src/main/http.ts';
import { readConfig } from '../../server/src/platform/config/config.ts';

// The whole HTTP server as it is in production. Says its address.

const house = await makeHouse(readConfig(process.env), 'api');
const app = await makeHttp(house, false);
const url = await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ url });

process.once('disconnect', () => process.exit(0));
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));

import { makeContext } from '../../server/src/main/process-context.ts';
import { makeHttp } from '../../server/src/main/http.ts';
import { readConfig } from '../../server/src/platform/config/config.ts';

// The whole HTTP server as it is in production. Says its address.

const context = await makeContext(readConfig(process.env), 'api');
const app = await makeHttp(context, false);
const url = await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ url });

process.once('disconnect', () => process.exit(0));
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));

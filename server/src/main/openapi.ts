import { readConfig } from '#platform/config/config.ts';
import { makeContext } from './process-context.ts';
import { makeHttp } from './http.ts';

// Prints the OpenAPI document; the database is never asked.
const context = await makeContext(
  readConfig({ ...process.env, DATABASE_URL: 'postgres://127.0.0.1:1/none' }),
  'openapi',
);
const app = await makeHttp(context, false);
await app.ready();
console.log(JSON.stringify(app.swagger(), null, 2));
await app.close();
await context.database.close();

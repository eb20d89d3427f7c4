import { makeContext } from '../../server/src/main/process-context.ts';
import { openAnswerRecorder } from '../../server/src/modules/responses/answer-recorder.ts';
import { openLinkAccess } from '../../server/src/modules/responses/link-access.ts';
import { responsesRoutes } from '../../server/src/modules/responses/routes.ts';
import { readConfig } from '../../server/src/platform/config/config.ts';
import { createApp } from '../../server/src/platform/http/app.ts';
import { refuse } from '../../server/src/platform/http/refusal.ts';
import { openSingleInsertRecorder } from './single-insert.ts';

// The server as it is in production, with the routes by which people answer; WRITER=single puts the peer's writer behind
// the same routes. Says its address, and on SIGTERM what it cost.

const context = await makeContext(readConfig(process.env), 'api');
const app = await createApp({
  database: context.database,
  authenticate: () => Promise.reject(refuse('NOT_SIGNED_IN')),
  links: openLinkAccess(context),
  logger: context.log,
  production: true,
});
responsesRoutes(app, context, process.env['WRITER'] === 'single' ? openSingleInsertRecorder : openAnswerRecorder);
const url = await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ url });

process.once('disconnect', () => process.exit(0));
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
process.on('message', () => process.send?.(process.cpuUsage()));

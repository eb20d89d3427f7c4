import { monitorEventLoopDelay } from 'node:perf_hooks';
import { makeContext } from '../../server/src/main/process-context.ts';
import { makeHttp } from '../../server/src/main/http.ts';
import { readConfig } from '../../server/src/platform/config/config.ts';

// The whole HTTP server as it is in production. Says its address, and on each message how late its event loop has been
// since the last.

const resolutionMs = 10;
const nsPerMs = 1e6;

const context = await makeContext(readConfig(process.env), 'api');
const app = await makeHttp(context, false);
const url = await app.listen({ host: '127.0.0.1', port: 0 });
const delay = monitorEventLoopDelay({ resolution: resolutionMs });
delay.enable();
process.send?.({ url });

process.on('message', () => {
  // What it counts is the time between two timers, of which the first ten milliseconds are its own.
  process.send?.({ loopDelayP99Ms: Math.max(0, delay.percentile(99) / nsPerMs - resolutionMs) });
  delay.reset();
});
process.once('disconnect', () => process.exit(0));
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));

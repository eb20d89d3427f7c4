import { makeContext } from '../../server/src/main/process-context.ts';
import { runWorker } from '../../server/src/main/run-worker.ts';
import { readConfig } from '../../server/src/platform/config/config.ts';

// The worker as it is in production. Says what it has cost so far whenever it is asked.

const context = await makeContext(readConfig(process.env), 'worker');
const worker = await runWorker(context);
process.send?.({});

process.on('message', () => process.send?.({ cpu: process.cpuUsage(), peakMemoryKb: process.resourceUsage().maxRSS }));
process.once('disconnect', () => process.exit(0));
process.once('SIGTERM', () => void worker.stop().then(() => process.exit(0)));

// The worker as it is in production, that also says how much memory it has held: at most, in kilobytes.
process.on('message', () => process.send?.(process.resourceUsage().maxRSS));
await import('../../server/src/main/worker.ts');

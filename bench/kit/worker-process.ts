// The worker as it is in production, that also says how much memory it holds and has held at most, in bytes.
process.on('message', () =>
  process.send?.({ now: process.memoryUsage.rss(), peak: process.resourceUsage().maxRSS * 1024 }),
);
await import('../../server/src/main/worker.ts');

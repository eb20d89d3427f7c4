// Loaded with `--import` into every program that npm start runs: when the starter dies, even by kill -9, the IPC
// channel closes, and the program gets the SIGTERM that the starter could not send.
const graceMs = 8_000;

if (process.channel) {
  process.on('disconnect', () => {
    process.kill(process.pid, 'SIGTERM');
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), graceMs).unref();
  });
  // The channel alone must not keep a program alive that has finished.
  process.channel.unref();
}

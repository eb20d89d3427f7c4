const checks = 5;
const betweenMs = 2_000;

/**
 * Waits for what says which switches are on: with five checks, the first at once and two seconds between them (1§2.2). Gives it
 * as soon as it is there; undefined when it is not by the last check. Fails as what is waited for fails.
 */
export async function waitForSwitches<Data>(data: Promise<Data>): Promise<Data | undefined> {
  let arrived: { readonly data: Data } | undefined;
  const arrival = data.then((answer) => {
    arrived = { data: answer };
  });
  for (let left = checks; left > 0 && !arrived; left -= 1) {
    const { promise: pause, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, left === checks ? 0 : betweenMs);
    await Promise.race([arrival, pause]).finally(() => clearTimeout(timer));
  }
  return arrived?.data;
}

let isPressed = false;

document.addEventListener('pointerdown', () => (isPressed = true), true);
for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, () => (isPressed = false), true);

/**
 * Does something now, or once the mouse button that is down is up again and its click has come: what appears between the two
 * moves the button that is being pressed, and the click is lost.
 */
export function afterPress(work: () => void): void {
  if (!isPressed) return work();
  const done = new AbortController();
  const end = () => {
    done.abort();
    setTimeout(work);
  };
  for (const kind of ['pointerup', 'pointercancel']) document.addEventListener(kind, end, { signal: done.signal });
}

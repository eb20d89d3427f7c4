import { Button, MantineProvider, Menu, Modal } from '@mantine/core';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keepFocus } from '#web/ui/keep-focus.ts';

let stop: () => void;
beforeEach(() => {
  stop = keepFocus();
});
afterEach(() => stop());

/** A browser gives the focus to nothing that is not drawn; here nothing is drawn. */
function takesNoFocus(element: HTMLElement | null): void {
  if (element) element.focus = () => undefined;
}

/** A dialog that comes open, as one whose code is fetched when it is asked for. */
function Page({ fromMenu, leaves }: { fromMenu?: boolean; leaves?: boolean }) {
  const [isThere, setThere] = useState(false);
  const [wasThere, setWasThere] = useState(false);
  const open = () => {
    setThere(true);
    setWasThere(true);
  };
  return (
    <MantineProvider env="test">
      <h1 data-page-title tabIndex={-1}>
        Title
      </h1>
      {!(leaves && wasThere) && <Button onClick={open}>Open</Button>}
      <section>
        <input type="file" aria-label="Not drawn" ref={takesNoFocus} />
        <Button disabled={wasThere} onClick={open}>
          Once
        </Button>
        <Button>Beside</Button>
      </section>
      {fromMenu && (
        <Menu withinPortal={false}>
          <Menu.Target>
            <Button>Menu</Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={open}>Entry</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {isThere && (
        <Modal opened onClose={() => setThere(false)} title="Dialog">
          <button type="button">Inside</button>
        </Modal>
      )}
    </MantineProvider>
  );
}

async function openAndClose(opener: () => Promise<void>): Promise<void> {
  await opener();
  await waitFor(() => expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

test('a dialog that came open gives the focus back to what opened it', async () => {
  render(<Page />);
  const button = screen.getByRole('button', { name: 'Open' });
  await openAndClose(() => userEvent.click(button));
  await waitFor(() => expect(button).toHaveFocus());
});

test('one that an entry of a menu opened gives it to the button of the menu', async () => {
  render(<Page fromMenu />);
  const button = screen.getByRole('button', { name: 'Menu' });
  await openAndClose(async () => {
    await userEvent.click(button);
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Entry', hidden: true }));
  });
  await waitFor(() => expect(button).toHaveFocus());
});

test('where what opened it has gone, the title of the page has the focus', async () => {
  render(<Page leaves />);
  await openAndClose(() => userEvent.click(screen.getByRole('button', { name: 'Open' })));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Title' })).toHaveFocus());
});

test('where what opened it is switched off, the first of its part of the page that takes the focus has it', async () => {
  render(<Page />);
  await openAndClose(() => userEvent.click(screen.getByRole('button', { name: 'Once' })));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Beside' })).toHaveFocus());
});

describe('a dialog that goes', () => {
  /** As the library draws one. */
  const dialog = { role: 'dialog' };

  /** A page on which a dialog stands, and what else may have the focus. */
  function Covered({ isThere, children }: { isThere: boolean; children: ReactNode }) {
    return (
      <>
        <h1 data-page-title tabIndex={-1}>
          Title
        </h1>
        <button type="button">Behind</button>
        {children}
        {isThere && (
          <div {...dialog}>
            <button type="button">Inside</button>
          </div>
        )}
      </>
    );
  }

  /** Gives the focus to one button after the other, takes the dialog away, and waits until that is known everywhere. */
  async function close(focused: readonly string[], before: ReactNode, after = before): Promise<void> {
    const { rerender } = render(<Covered isThere>{before}</Covered>);
    for (const name of focused) act(() => screen.getByRole('button', { name }).focus());
    const isKnown = new Promise((resolve) => {
      new MutationObserver(resolve).observe(document.body, { childList: true, subtree: true });
    });
    rerender(<Covered isThere={false}>{after}</Covered>);
    await isKnown;
  }

  test('leaves the focus where it is not lost', async () => {
    const menu = (
      <div role="menu">
        <button type="button">Entry</button>
      </div>
    );
    await close(['Behind', 'Inside', 'Entry'], menu);
    expect(screen.getByRole('button', { name: 'Entry' })).toHaveFocus();
  });

  /** A dialog under it, whose first button is the one that closes it. */
  const under = (more: ReactNode) => (
    <div {...dialog} aria-modal="true">
      <button type="button">Close</button>
      {more}
    </div>
  );

  test('gives it back to where a dialog under it had it, and to nothing behind that', async () => {
    await close(['Behind', 'Before', 'Inside'], under(<button type="button">Before</button>));
    expect(screen.getByRole('button', { name: 'Before' })).toHaveFocus();
  });

  test('gives it to the first of a dialog under it where what had it has gone', async () => {
    await close(['Behind', 'Remove', 'Inside'], under(<button type="button">Remove</button>), under(null));
    expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus();
  });

  test('gives the focus to nothing behind a modal that has not had it', async () => {
    await close(['Behind', 'Inside'], under(null));
    expect(document.body).toHaveFocus();
  });

  test('gives it to the title of the page where nothing of its part takes it', async () => {
    const part = (remove: ReactNode) => (
      <section>
        <input type="file" aria-label="Not drawn" ref={takesNoFocus} />
        {remove}
      </section>
    );
    await close(['Remove', 'Inside'], part(<button type="button">Remove</button>), part(null));
    expect(screen.getByRole('heading', { name: 'Title' })).toHaveFocus();
  });
});

test('what goes from a dialog that stays leaves the focus in it, and the next dialog over it too', async () => {
  const modal = { role: 'dialog', 'aria-modal': true } as const;
  function Rows() {
    const [rows, setRows] = useState(['One', 'Two']);
    return (
      <div {...modal}>
        <button type="button">Close</button>
        {rows.map((row) => (
          <button key={row} type="button" onClick={() => setRows(rows.filter((each) => each !== row))}>
            {row}
          </button>
        ))}
      </div>
    );
  }
  render(<Rows />);
  for (const name of ['Two', 'One']) {
    act(() => screen.getByRole('button', { name }).focus());
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus());
  }
});

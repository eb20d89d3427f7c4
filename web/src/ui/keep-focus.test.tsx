import { Button, MantineProvider, Menu, Modal } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepFocus } from '#web/ui/keep-focus.ts';

let stop: () => void;
beforeEach(() => {
  stop = keepFocus();
});
afterEach(() => stop());

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

test('where what opened it is switched off, its part of the page has the focus', async () => {
  render(<Page />);
  await openAndClose(() => userEvent.click(screen.getByRole('button', { name: 'Once' })));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Beside' })).toHaveFocus());
});

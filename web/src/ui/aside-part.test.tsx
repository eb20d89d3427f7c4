import { Notifications } from '@mantine/notifications';
import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { asidePart } from '#web/ui/aside-part.tsx';

const Banner = ({ text }: { text: string }) => <p>{text}</p>;

function renderBeside(Part: ReturnType<typeof asidePart<'Banner', { text: string }>>) {
  render(
    <MantineProvider env="test">
      <Notifications />
      <main>Página</main>
      <Part text="Aviso" />
    </MantineProvider>,
  );
}

/** What fails the given number of times before it comes. */
function failing<T>(times: number, value: T) {
  let left = times;
  return vi.fn<() => Promise<T>>(async () => {
    left -= 1;
    if (left >= 0) throw new TypeError('Failed to fetch dynamically imported module');
    return value;
  });
}

test('a part whose code does not come leaves the page, and comes when the network is back', async () => {
  const load = failing(2, { Banner });
  renderBeside(asidePart(load, 'Banner'));
  for (const times of [1, 2]) {
    await waitFor(() => expect(load).toHaveBeenCalledTimes(times));
    expect(screen.getByText('Página')).toBeVisible();
    expect(screen.queryByText('Aviso')).toBeNull();
    dispatchEvent(new Event('online'));
  }
  expect(await screen.findByText('Aviso')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a part that fails when it is drawn leaves the page, and is drawn again', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let isBroken = true;
  const Broken = () => {
    if (isBroken) throw new Error('broken');
    return <p>Aviso</p>;
  };
  renderBeside(asidePart(async () => ({ Banner: Broken }), 'Banner'));
  await waitFor(() => expect(told).toHaveBeenCalled());
  expect(screen.getByText('Página')).toBeVisible();
  isBroken = false;
  dispatchEvent(new Event('online'));
  expect(await screen.findByText('Aviso')).toBeVisible();
});

test('who pressed for a part that does not come is told so, once', async () => {
  const load = failing(2, { Banner });
  renderBeside(asidePart(load, 'Banner', { isAsked: true }));
  const told = /Não conseguimos falar com a plataforma/;
  expect(await screen.findByText(told)).toBeVisible();
  dispatchEvent(new Event('online'));
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  dispatchEvent(new Event('online'));
  expect(await screen.findByText('Aviso')).toBeVisible();
  expect(screen.getAllByText(told)).toHaveLength(1);
});

test('the code of a prompt part is on its way before the part is drawn', () => {
  const load = failing(0, { Banner });
  asidePart(load, 'Banner');
  expect(load).not.toHaveBeenCalled();
  asidePart(load, 'Banner', { isPrompt: true });
  expect(load).toHaveBeenCalledTimes(1);
});

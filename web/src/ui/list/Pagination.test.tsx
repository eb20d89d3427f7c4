import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Pagination } from '#web/ui/list/Pagination.tsx';
import { signedInServer } from '#web/testing/render-app.tsx';

function showPages(page: number, total: number, shownOfMore?: number) {
  signedInServer();
  render(
    <MantineProvider env="test">
      <Pagination page={page} pageSize={20} total={total} shownOfMore={shownOfMore} onPage={() => undefined} />
    </MantineProvider>,
  );
}

test('a page beyond the last counts as the last', () => {
  showPages(9999, 45);
  expect(screen.getByText('41–45 de 45')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Página 3' })).toHaveAttribute('aria-current', 'page');
  expect(screen.getByRole('button', { name: 'Última' })).toHaveAttribute('aria-disabled', 'true');
});

test('the numbers of pages are written as numbers are', () => {
  showPages(3200, 64_000);
  const last = screen.getByRole('button', { name: 'Página 3.200' });
  expect(last).toHaveTextContent(/^3\.200$/);
});

test.each([
  ['the first page', 1, 20, '1–20 de 10.000+', 'Página 500'],
  ['the last that was counted', 500, 20, '9.981–10.000 de 10.000+', 'Página 501'],
  ['one behind it', 700, 20, '13.981–14.000 de 10.000+', 'Página 701'],
  ['the end', 700, 3, '13.981–13.983 de 10.000+', 'Página 700'],
])(
  'of a list that is not counted to its end, %s leads on and offers no last page',
  (_which, page, shown, range, last) => {
    showPages(page, 10_000, shown);
    expect(screen.getByText(range)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Última' })).toBeNull();
    const links = screen.getAllByRole('button', { name: /^Página / });
    expect(links.at(-1)).toHaveAccessibleName(last);
  },
);

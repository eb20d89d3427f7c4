import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Pagination } from '#web/ui/list/Pagination.tsx';
import { signedInServer } from '#web/testing/render-app.tsx';

function showPages(page: number, total: number) {
  signedInServer();
  render(
    <MantineProvider env="test">
      <Pagination page={page} pageSize={20} total={total} onPage={() => undefined} />
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

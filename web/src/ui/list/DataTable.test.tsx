import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Column } from '#web/ui/list/column.ts';
import { DataTable } from '#web/ui/list/DataTable.tsx';

interface Person {
  readonly id: string;
  readonly name: string;
}

const people: Person[] = [
  { id: 'a', name: 'Ana' },
  { id: 'b', name: 'Bruno' },
];
const columns: Column<Person>[] = [
  { key: 'name', header: 'Name', width: 300, cell: ({ name }) => name },
  { key: 'when', header: 'When', width: 300, cell: () => 'today' },
  { key: 'actions', header: 'Actions', width: 80, cell: ({ name }) => <button type="button">More of {name}</button> },
];

describe('a table wider than its frame', () => {
  beforeEach(() => layOut({ clientWidth: 400, scrollWidth: 680 }));

  test('says at which end more of it waits', async () => {
    const { frame, ends } = showPeople();
    const said = () => ['before', 'after'].filter((end) => ends?.hasAttribute(`data-more-${end}`));
    expect(said()).toEqual(['after']);
    scrollTo(frame, 100);
    await waitFor(() => expect(said()).toEqual(['before', 'after']));
    scrollTo(frame, 280);
    await waitFor(() => expect(said()).toEqual(['before']));
  });

  test('keeps what can be done with a row in sight, and no other column', () => {
    showPeople();
    const kept = [...document.querySelectorAll('[data-kept]')];
    expect(kept.map(({ textContent }) => textContent)).toEqual(['Actions', 'More of Ana', 'More of Bruno']);
  });
});

test('a table that fits has no shadow at its ends', () => {
  layOut({ clientWidth: 680, scrollWidth: 680 });
  const { ends } = showPeople();
  expect(ends).not.toHaveAttribute('data-more-after');
  expect(ends).not.toHaveAttribute('data-more-before');
});

afterEach(() => {
  for (const name of ['clientWidth', 'scrollWidth']) Reflect.deleteProperty(HTMLElement.prototype, name);
});

/** Gives every box a layout, which the tests have none of. */
function layOut(widths: { clientWidth: number; scrollWidth: number }): void {
  for (const [name, value] of Object.entries(widths)) {
    Object.defineProperty(HTMLElement.prototype, name, { value, configurable: true });
  }
}

function showPeople() {
  render(
    <MantineProvider env="test">
      <DataTable label="People" columns={columns} rows={people} rowKey={({ id }) => id} empty={null} />
    </MantineProvider>,
  );
  const frame = screen.getByRole('region', { name: 'People' });
  return { frame, ends: frame.parentElement };
}

function scrollTo(frame: HTMLElement, left: number): void {
  frame.scrollLeft = left;
  fireEvent.scroll(frame);
}

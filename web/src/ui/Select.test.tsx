import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { Select } from '#web/ui/Select.tsx';

function draw(isSearchable: boolean): HTMLElement {
  render(
    <MantineProvider env="test">
      <Select label="Colour" data={['Blue', 'Green', 'Red']} defaultValue="Green" searchable={isSearchable} />
    </MantineProvider>,
  );
  return screen.getByRole('combobox', { name: 'Colour' });
}

const drawnOptions = () => screen.queryAllByRole('option', { hidden: true });

describe('a select', () => {
  test('draws no list before somebody comes near', async () => {
    const field = draw(false);
    expect(drawnOptions()).toHaveLength(0);
    await userEvent.hover(field);
    expect(drawnOptions()).toHaveLength(3);
  });

  test('opens by the keyboard at what is chosen', async () => {
    const field = draw(false);
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}');
    expect(field).toHaveAttribute('aria-expanded', 'true');
    const chosen = screen.getByRole('option', { name: 'Green' });
    expect(field).toHaveAttribute('aria-activedescendant', chosen.id);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(field).toHaveValue('Red');
  });

  test('says that it is open when it opens at the focus', async () => {
    const field = draw(true);
    await userEvent.tab();
    expect(field).toHaveAttribute('aria-expanded', 'true');
    expect(field).toHaveAttribute('aria-controls', screen.getByRole('listbox').id);
  });
});

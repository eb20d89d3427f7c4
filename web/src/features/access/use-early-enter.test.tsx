import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { useEarlyEnter } from '#web/features/access/use-early-enter.ts';

interface SmallFormProps {
  readonly canBeSent: boolean;
  readonly onSend: () => void;
}

function SmallForm({ canBeSent, onSend }: SmallFormProps) {
  const early = useEarlyEnter(canBeSent);
  return (
    <div role="presentation" onKeyDown={early.onKeyDown} onInput={early.forget}>
      <form
        aria-busy={early.isWaiting}
        aria-label="A form"
        onSubmit={(event) => {
          event.preventDefault();
          onSend();
        }}
      >
        <input aria-label="E-mail" />
        <button type="submit" disabled={!canBeSent}>
          Send
        </button>
      </form>
    </div>
  );
}

function draw() {
  const onSend = vi.fn<() => void>();
  const { rerender } = render(<SmallForm canBeSent={false} onSend={onSend} />);
  const become = () => rerender(<SmallForm canBeSent onSend={onSend} />);
  return { user: userEvent.setup(), onSend, become, field: screen.getByLabelText('E-mail') };
}

test('an Enter that comes too early is heard once when the form can be sent, and seen meanwhile', async () => {
  const { user, onSend, become, field } = draw();
  await user.type(field, 'ana@aurora.example{Enter}{Enter}');
  expect(screen.getByRole('form')).toHaveAttribute('aria-busy', 'true');
  expect(onSend).not.toHaveBeenCalled();
  become();
  expect(onSend).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('form')).toHaveAttribute('aria-busy', 'false');
  await user.type(field, 'x{Enter}');
  expect(onSend).toHaveBeenCalledTimes(2);
});

test('who goes on typing takes the Enter back', async () => {
  const { user, onSend, become, field } = draw();
  await user.type(field, 'ana@aurora.ex{Enter}ample');
  expect(screen.getByRole('form')).toHaveAttribute('aria-busy', 'false');
  become();
  expect(onSend).not.toHaveBeenCalled();
});

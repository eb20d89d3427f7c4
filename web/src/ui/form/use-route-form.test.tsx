import { signIn } from '@escuta/contract/access';
import { MantineProvider, TextInput } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { RouteForm } from '#web/ui/form/RouteForm.tsx';
import { useRouteForm } from '#web/ui/form/use-route-form.ts';

function SmallForm({ route }: { route?: typeof signIn }) {
  const form = useRouteForm(route, {
    initialValues: { email: '', senha: 'a password' },
    toBody: (values) => ({ ...values, keepMeLoggedIn: false }),
    sentences: { email: (typed) => `not an address: ${typed}` },
    submit: () => Promise.resolve(),
  });
  return (
    <MantineProvider env="test">
      <RouteForm form={form} label="A form" submitLabel="Send" isDisabled={!form.isComplete}>
        <TextInput label="E-mail" {...form.field('email')} />
        <TextInput label="Password" {...form.field('senha')} />
      </RouteForm>
    </MantineProvider>
  );
}

test('a field that was left before the schema was here is checked when it comes, and no other', async () => {
  const user = userEvent.setup();
  const { rerender } = render(<SmallForm />);
  await user.type(screen.getByLabelText('E-mail'), 'nobody');
  await user.clear(screen.getByLabelText('Password'));
  expect(screen.getByLabelText('Password')).toHaveFocus();
  expect(screen.queryByText('not an address: nobody')).toBeNull();
  expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled();

  rerender(<SmallForm route={signIn} />);
  expect(await screen.findByText('not an address: nobody')).toBeVisible();
  expect(screen.getByLabelText('E-mail')).toBeInvalid();
  expect(screen.getByLabelText('Password')).toBeValid();
});

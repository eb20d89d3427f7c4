import { checkAddress, typedAddressMax } from '@escuta/contract/suppressions';
import type { Suppression } from '@escuta/contract/suppressions';
import type { Output } from '@escuta/contract/route';
import { Alert, Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { useRouteMutation } from '#web/lib/route-query.ts';
import { useErrorText } from '#web/ui/error-text.ts';
import { usePersonName } from '#web/ui/use-person-name.ts';

type Checked = Output<(typeof checkAddress)['definition']['answer']>['channels'][number];

/** Says of an address that somebody types whether the unit may write to it, and leads to where it may again. */
export function AddressCheck({ onLift }: { onLift: (suppression: Suppression) => void }) {
  const { t } = useTranslation('suppressions');
  const errorText = useErrorText();
  const [typed, setTyped] = useState('');
  const check = useRouteMutation(checkAddress);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== '') check.mutate({ body: { address: typed } });
  };
  return (
    <Stack component="section" gap="sm" mb="lg" maw={640} aria-label={t('check.label')}>
      <form onSubmit={submit} noValidate>
        <Group align="end" gap="sm">
          <TextInput
            label={t('check.label')}
            placeholder={t('check.placeholder')}
            autoComplete="off"
            flex="1 1 240px"
            maxLength={typedAddressMax}
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              // What was said is of another address.
              check.reset();
            }}
          />
          <Button type="submit" variant="default" loading={check.isPending} disabled={typed.trim() === ''}>
            {t('check.action')}
          </Button>
        </Group>
      </form>
      <output>
        {check.error && (
          <Alert color="red" variant="light" role="none">
            {errorText(check.error)}
          </Alert>
        )}
        {check.data?.channels.map((checked) => (
          <Verdict key={checked.channel} checked={checked} onLift={onLift} />
        ))}
      </output>
    </Stack>
  );
}

interface VerdictProps {
  readonly checked: Checked;
  readonly onLift: (suppression: Suppression) => void;
}

function Verdict({ checked: { channel, suppression }, onLift }: VerdictProps) {
  const { t } = useTranslation(['suppressions', 'responses']);
  const { timezone } = useMe().business;
  const personName = usePersonName();
  const over = t(`responses:channel.${channel}`);
  if (!suppression) {
    return (
      <Alert color="teal" variant="light" role="none">
        {t('check.open', { channel: over })}
      </Alert>
    );
  }
  const { reason, at, stays, contact } = suppression;
  return (
    <Alert color="yellow" variant="light" role="none">
      <Text inherit>
        {t('check.blocked', { channel: over, when: formatInstant(at, timezone), reason: t(`reason.${reason}`) })}{' '}
        {stays && t(`stays.${stays}`)}
      </Text>
      <Group gap="sm" mt="xs">
        {contact && (
          <Anchor inherit renderRoot={(props) => <Link to="/contatos/$id" params={{ id: contact._id }} {...props} />}>
            {t('check.contact', { name: personName(contact) })}
          </Anchor>
        )}
        {stays === null && (
          <Button variant="default" size="compact-md" onClick={() => onLift(suppression)}>
            {t('lift.action')}
          </Button>
        )}
      </Group>
    </Alert>
  );
}

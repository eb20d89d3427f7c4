import type { startRegistration } from '@simplewebauthn/browser';
import {
  beginPasskey,
  createPasskey,
  listPasskeys,
  passkeyNameLengthMax,
  removePasskey,
} from '@escuta/contract/passkeys';
import type { Passkey } from '@escuta/contract/passkeys';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordDialog } from '#web/features/profile/PasswordDialog.tsx';
import { Section } from '#web/features/profile/Section.tsx';
import { formatInstant } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { canUsePasskeys } from '#web/lib/passkeys.ts';
import { routeQuery, useRouteMutation } from '#web/lib/route-query.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { noticeSuccess } from '#web/ui/notices.tsx';

type OptionsJSON = Parameters<typeof startRegistration>[0]['optionsJSON'];

/** The passkeys of a user: what each is called, when it was used, and a new one. */
export function PasskeysSection() {
  const { timezone } = useMe().business;
  const { t } = useTranslation('profile');
  const passkeys = useQuery(routeQuery(listPasskeys, {}, { staleTime: 0 }));
  const { mutateAsync: remove } = useRouteMutation(removePasskey, { invalidates: [listPasskeys] });
  const [name, setName] = useState('');
  const [isAdding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<Passkey>();
  const add = useAddPasskey();
  return (
    <Section title={t('passkeys.title')} text={t('passkeys.text')}>
      <Loaded answer={passkeys}>
        {({ data }) =>
          data.length === 0 ? (
            <Text c="dimmed">{t('passkeys.none')}</Text>
          ) : (
            <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
              {data.map((passkey) => (
                <Group key={passkey._id} component="li" justify="space-between" gap="sm">
                  <div>
                    <Text fw={500}>{passkey.name}</Text>
                    <Text size="sm" c="dimmed">
                      {passkey.lastUsedAt
                        ? t('passkeys.used', { when: formatInstant(passkey.lastUsedAt, timezone) })
                        : t('passkeys.created', { when: formatInstant(passkey.createdAt, timezone) })}
                    </Text>
                  </div>
                  <Button
                    variant="default"
                    aria-label={t('passkeys.removeNamed', { name: passkey.name })}
                    onClick={() => setLeaving(passkey)}
                  >
                    {t('passkeys.remove')}
                  </Button>
                </Group>
              ))}
            </Stack>
          )
        }
      </Loaded>
      {canUsePasskeys() ? (
        <Group align="flex-end" gap="sm">
          <TextInput
            label={t('passkeys.name')}
            placeholder={t('passkeys.namePlaceholder')}
            maxLength={passkeyNameLengthMax}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button disabled={name.trim() === ''} onClick={() => setAdding(true)}>
            {t('passkeys.add')}
          </Button>
        </Group>
      ) : (
        <Text size="sm">{t('passkeys.notHere')}</Text>
      )}
      <PasswordDialog
        opened={isAdding}
        title={t('passkeys.add')}
        text={t('passkeys.addText')}
        confirmLabel={t('passkeys.add')}
        onClose={() => setAdding(false)}
        onConfirm={async ({ password }) => {
          await add(name, password);
          setName('');
        }}
      />
      <PasswordDialog
        opened={leaving !== undefined}
        title={t('passkeys.removeTitle')}
        text={t('passkeys.removeText', { name: leaving?.name ?? '' })}
        confirmLabel={t('passkeys.remove')}
        isDestructive
        onClose={() => setLeaving(undefined)}
        onConfirm={async ({ password }) => {
          if (leaving) await remove({ params: { id: leaving._id }, body: { password } });
          noticeSuccess(t('passkeys.removed'));
        }}
      />
    </Section>
  );
}

/** Asks the browser for a new passkey and keeps it under a name. Nothing happens where its question is closed. */
function useAddPasskey(): (name: string, password: string) => Promise<void> {
  const { t } = useTranslation('profile');
  const { mutateAsync: begin } = useRouteMutation(beginPasskey);
  const { mutateAsync: create } = useRouteMutation(createPasskey, { invalidates: [listPasskeys] });
  return async (name, password) => {
    const { options } = await begin({ body: { password } });
    const browser = await import('@simplewebauthn/browser');
    const made = await browser
      .startRegistration({ optionsJSON: options as unknown as OptionsJSON })
      .catch((error: unknown) => {
        const isGivenUp = error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);
        if (!isGivenUp) throw error;
      });
    if (!made) return;
    await create({ body: { name, credential: { ...made, type: 'public-key' } } });
    noticeSuccess(t('passkeys.added'));
  };
}

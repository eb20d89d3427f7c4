import { getSecondFactor, removeAuthenticator, renewRecoveryCodes } from '@escuta/contract/second-factor';
import { Button, Group, Modal, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Enrolment } from '#web/features/profile/Enrolment.tsx';
import { PasswordDialog } from '#web/features/profile/PasswordDialog.tsx';
import { RecoveryCodes } from '#web/features/profile/RecoveryCodes.tsx';
import { Section } from '#web/features/profile/Section.tsx';
import { useKnowAuthenticator } from '#web/features/profile/use-know-authenticator.ts';
import { formatInstant } from '#web/lib/format.ts';
import { useMe } from '#web/lib/me.ts';
import { routeQuery, useRouteMutation } from '#web/lib/route-query.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { noticeSuccess } from '#web/ui/notices.tsx';

type Dialog = 'enrol' | 'remove' | 'renew';

/** The authenticator and its recovery codes. */
export function SecondFactorSection() {
  const { timezone } = useMe().business;
  const { t } = useTranslation(['profile', 'ui']);
  const secondFactor = useQuery(routeQuery(getSecondFactor, {}, { staleTime: 0 }));
  const know = useKnowAuthenticator();
  const { mutateAsync: remove } = useRouteMutation(removeAuthenticator, { invalidates: [getSecondFactor] });
  const { mutateAsync: renew } = useRouteMutation(renewRecoveryCodes, { invalidates: [getSecondFactor] });
  const [dialog, setDialog] = useState<Dialog>();
  const [codes, setCodes] = useState<readonly string[]>();
  const close = () => setDialog(undefined);
  return (
    <Section title={t('secondFactor.title')} text={t('secondFactor.text')}>
      <Loaded answer={secondFactor}>
        {({ authenticatorSince, recoveryCodesLeft }) =>
          authenticatorSince === null ? (
            <div>
              <Button onClick={() => setDialog('enrol')}>{t('secondFactor.begin')}</Button>
            </div>
          ) : (
            <>
              <Text>
                {t('secondFactor.since', { when: formatInstant(authenticatorSince, timezone) })}{' '}
                {t('secondFactor.codesLeft', { count: recoveryCodesLeft })}
              </Text>
              <Group gap="sm">
                <Button variant="default" onClick={() => setDialog('renew')}>
                  {t('secondFactor.renew')}
                </Button>
                <Button variant="default" onClick={() => setDialog('remove')}>
                  {t('secondFactor.remove')}
                </Button>
              </Group>
            </>
          )
        }
      </Loaded>
      <Modal
        opened={dialog === 'enrol'}
        onClose={close}
        // What is shown once must not go with a click beside it.
        closeOnClickOutside={false}
        title={t('secondFactor.begin')}
        closeButtonProps={{ 'aria-label': t('ui:dialog.close') }}
      >
        <Enrolment onDone={close} />
      </Modal>
      <PasswordDialog
        opened={dialog === 'remove'}
        title={t('secondFactor.remove')}
        text={t('secondFactor.removeText')}
        confirmLabel={t('secondFactor.removeConfirm')}
        isDestructive
        asksForCode
        onClose={close}
        onConfirm={async (body) => {
          await remove({ body });
          know(false);
          noticeSuccess(t('secondFactor.removed'));
        }}
      />
      <PasswordDialog
        opened={dialog === 'renew'}
        title={t('secondFactor.renew')}
        text={t('secondFactor.renewText')}
        confirmLabel={t('secondFactor.renew')}
        onClose={close}
        onConfirm={async ({ password }) => setCodes((await renew({ body: { password } })).recoveryCodes)}
      />
      <Modal
        opened={codes !== undefined}
        onClose={() => setCodes(undefined)}
        closeOnClickOutside={false}
        title={t('codes.title')}
        closeButtonProps={{ 'aria-label': t('ui:dialog.close') }}
      >
        <RecoveryCodes codes={codes ?? []} onDone={() => setCodes(undefined)} />
      </Modal>
    </Section>
  );
}

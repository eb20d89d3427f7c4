import {
  changeCompanySignIn,
  federatedLogins,
  federatedTenant,
  getCompanySignIn,
} from '@escuta/contract/federated-login';
import type { CompanySignIn, FederatedLogin } from '@escuta/contract/federated-login';
import { TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Setting } from '#web/features/companies/Setting.tsx';
import { useOwnPeopleOnly } from '#web/features/companies/use-own-people-only.ts';
import { routeQuery, useRouteMutation } from '#web/lib/route-query.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Select } from '#web/ui/Select.tsx';

/** Whether the people of the company sign in with the federated provider, and from which directory of it. */
export function FederatedSetting() {
  const answer = useQuery(routeQuery(getCompanySignIn, {}));
  return <Loaded answer={answer}>{(chosen) => <Choice {...chosen} />}</Loaded>;
}

function Choice({ federated_login, federated_tenant, isAvailable, isProven, changes }: CompanySignIn) {
  const { t } = useTranslation(['companies', 'errors']);
  const { disabled, describe } = useOwnPeopleOnly();
  const client = useQueryClient();
  const { mutateAsync } = useRouteMutation(changeCompanySignIn, {
    // What was saved stands there again before it is no draft any more.
    onSuccess: () => client.invalidateQueries({ queryKey: routeQuery(getCompanySignIn, {}).queryKey }),
  });
  const value = { login: federated_login, tenant: federated_tenant ?? '' };
  const label = t('security.federated');
  const names: Record<FederatedLogin, string> = {
    off: t('security.federatedOff'),
    allowed: t('security.federatedAllowed'),
    required: t('security.federatedRequired'),
  };
  return (
    <Setting
      label={label}
      value={value}
      changed={changes['federated_login']}
      save={({ login, tenant }) => mutateAsync({ body: { federated_login: login, federated_tenant: tenant || null } })}
      problem={({ login, tenant }) =>
        (login === 'off' && tenant === '') || federatedTenant.safeParse(tenant).success
          ? undefined
          : t('errors:FEDERATED_TENANT_NOT_VALID')
      }
    >
      {({ draft, onDraft, problem }) => {
        // Only the directory by which somebody has come in can be the one way in.
        const mayRequire = isProven && draft.tenant === value.tenant;
        return (
          <>
            <Select
              label={label}
              description={describe(
                isAvailable ? t('security.federatedText') : t('errors:FEDERATED_LOGIN_NOT_CONFIGURED'),
              )}
              disabled={disabled || (!isAvailable && federated_login === 'off')}
              allowDeselect={false}
              data={federatedLogins.map((one) => ({
                value: one,
                label: names[one],
                disabled: one === 'required' && !mayRequire,
              }))}
              value={draft.login}
              onChange={(chosen) =>
                onDraft({ ...draft, login: federatedLogins.find((one) => one === chosen) ?? draft.login })
              }
            />
            {draft.login !== 'off' && (
              <TextInput
                label={t('security.tenant')}
                description={
                  mayRequire
                    ? t('security.tenantText')
                    : `${t('security.tenantText')} ${t('security.federatedUnproven')}`
                }
                spellCheck={false}
                disabled={disabled}
                value={draft.tenant}
                error={problem}
                onChange={(event) => onDraft({ ...draft, tenant: event.currentTarget.value })}
              />
            )}
          </>
        );
      }}
    </Setting>
  );
}

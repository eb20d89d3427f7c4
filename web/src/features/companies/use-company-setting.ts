import { changeCompanySettings, getCompanySettings } from '@escuta/contract/company-settings';
import type { CompanySettings } from '@escuta/contract/company-settings';
import type { Output } from '@escuta/contract/route';
import { useQueryClient } from '@tanstack/react-query';
import type { Saved } from '#web/features/companies/Setting.tsx';
import { companyQuery, meQuery } from '#web/lib/me.ts';
import { routeQuery, useRouteMutation } from '#web/lib/route-query.ts';

export type ShownSettings = Output<(typeof getCompanySettings)['definition']['answer']>;

/** Each setting of the company by its name, as it stands and with how to change it. */
export function useCompanySetting(settings: ShownSettings) {
  const client = useQueryClient();
  const { mutateAsync } = useRouteMutation(changeCompanySettings, {
    onSuccess: (answer) => {
      client.setQueryData(routeQuery(getCompanySettings, {}).queryKey, answer);
      // The shell shows some of it.
      for (const { queryKey } of [companyQuery, meQuery]) void client.invalidateQueries({ queryKey });
    },
  });
  return <Name extends keyof CompanySettings>(name: Name): Saved<CompanySettings[Name]> => ({
    value: settings[name],
    changed: settings.changes[name],
    save: (value) => mutateAsync({ body: { [name]: value } }),
  });
}

import { Group, Stack, Text } from '@mantine/core';
import { CompanyLogo } from '#web/app/CompanyLogo.tsx';
import { useMe } from '#web/lib/me.ts';
import { useIsPhone } from '#web/lib/use-is-phone.ts';

/** The unit and its company, for whoever has one unit only: nobody else's switcher says it to them (TOPBAR-06). */
export function UnitName() {
  const { business, businesses, company } = useMe();
  const isPhone = useIsPhone();
  if (businesses.length > 1) return null;
  return (
    <Group gap="sm" wrap="nowrap" miw={0}>
      {!isPhone && <CompanyLogo />}
      <Stack gap={0} miw={0} maw={{ base: '100%', sm: 280 }} ta={{ base: 'start', sm: 'end' }}>
        <Text size={isPhone ? 'xs' : 'sm'} c={isPhone ? 'dimmed' : undefined} truncate title={business.nome}>
          {business.nome}
        </Text>
        {!isPhone && company.nome !== business.nome && (
          <Text size="xs" c="dimmed" truncate title={company.nome}>
            {company.nome}
          </Text>
        )}
      </Stack>
    </Group>
  );
}

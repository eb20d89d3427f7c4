import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import classes from './CountryFlag.module.css';

const folder = '../../../../../node_modules/country-flag-icons/3x2';
/** The address of each flag: a page asks for those alone that it draws. */
const addresses = import.meta.glob<string>('../../../../../node_modules/country-flag-icons/3x2/*.svg', {
  query: '?no-inline',
  import: 'default',
});

interface CountryFlagProps {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

/** The flag of a country, called by its name; its place stays empty where there is none. */
export function CountryFlag({ country }: CountryFlagProps) {
  const { i18n } = useTranslation('contacts');
  const flag = useQuery({
    queryKey: ['flag', country],
    queryFn: async () => (await addresses[`${folder}/${country}.svg`]?.()) ?? null,
    staleTime: Infinity,
  });
  if (!flag.data) return <span className={classes['place']} />;
  const name = new Intl.DisplayNames(i18n.language, { type: 'region' }).of(country);
  return <img src={flag.data} alt={name ?? country} title={name} className={classes['flag']} />;
}

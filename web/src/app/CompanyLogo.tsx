import { useMe } from '#web/lib/me.ts';
import classes from './CompanyLogo.module.css';

/** The company's logo beside the unit's name, which says whose it is; nothing where it has none. */
export function CompanyLogo() {
  const { logo } = useMe().company;
  return logo && <img src={logo} alt="" className={classes['logo']} />;
}

/** '+55 11 98765-4321' of an E.164 number; a masked or foreign number stays as it is. */
export function formatPhone(tel: string): string {
  const brazilian = /^\+55(\d{2})(\d{4,5})(\d{4})$/.exec(tel);
  return brazilian ? `+55 ${brazilian[1]} ${brazilian[2]}-${brazilian[3]}` : tel;
}

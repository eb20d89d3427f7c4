/** The account that e-mail goes out through: there is one, of the installation. Accounts of companies come later. */
export const providerAccount = 'smtp';

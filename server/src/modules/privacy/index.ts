export { erasePerson } from './erase-person.ts';
export { onceMore } from './once-more.ts';
export { movePackages } from './packages/move-packages.ts';

import { forgetModules } from '../../test/support/forget-modules.ts';
import { mutants } from './mutants/index.ts';

// A module that has mutants was evaluated as the file before asked for it, and so were its
// importers.
forgetModules(mutants.map(({ file }) => file.replace('src/', '')));

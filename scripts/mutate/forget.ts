import { forgetModules } from '../../test/support/forget-modules.ts';

// An object that outlives the file before may have evaluated modules as that file asked for them.
forgetModules();

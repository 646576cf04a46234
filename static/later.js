// What no page needs before it stands: coming.js loads it then. Once collected, it and all that only it imports are this one file.
import "./wake-lock.js";
import "./menu.js";
import "./refused.js";
import "./offline/begin-alone.js";
import "./offline/keeping.js";
import "./offline/leaving.js";
import "./offline/page-copy.js";
import "./offline/result.js";
import "./offline/right.js";
import "./offline/sending.js";
import "./offline/installing.js";
import "./offline/watching.js";
import "./offline/worker.js";

// The modules that keeper-loader.js loads after the page; in production one file with all its imports (web/bundles.py).
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

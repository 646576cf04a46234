// The modules that every page loads; in production one file with all its imports (web/bundles.py).
import "./app.js";
import "./swap-guard.js";
import "./keyboard.js";
import "./sharing.js";

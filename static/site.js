// What every page loads. Once collected, it and all that it imports are this one file.
import "./app.js";
import "./swap-guard.js";
import "./keyboard.js";
import "./sharing.js";

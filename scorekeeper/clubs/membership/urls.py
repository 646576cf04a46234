from django.urls import path

from scorekeeper.clubs.membership import member_views, views

urlpatterns = [
    path("settings", views.settings, name="club_settings"),
    path("log", views.log, name="club_log"),
    path("members/", member_views.member_list, name="members"),
    path("members/<int:member>/", member_views.member_detail, name="member"),
    path("members/<int:member>/role", member_views.role, name="member_role"),
    path("members/<int:member>/hand-over", member_views.hand_over, name="hand_over"),
    path("members/<int:member>/remove", member_views.remove, name="remove_member"),
    path("members/<int:member>/reset", member_views.reset, name="member_reset"),
    path("leave", member_views.leave, name="leave_club"),
    path("invitations/", member_views.invitation_list, name="invitations"),
    path("invitations/sheet", member_views.invitation_sheet, name="invitation_sheet"),
    path("invitations/mail", member_views.mail_invitations, name="mail_invitations"),
    path("invitations/<int:invitation>/", member_views.invitation_detail, name="invitation"),
    path("invitations/<int:invitation>/renew", member_views.renew, name="renew_invitation"),
    path("invitations/<int:invitation>/end", member_views.end, name="end_invitation"),
    path("delete", views.delete, name="delete_club"),
    path("keep", views.cancel_deletion, name="keep_club"),
]
